import { whenPainted } from './PreviewScreen.tsx';

/** Runs the callbacks of all settled promises. */
const settlePromises = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('whenPainted', () => {
  let pendingFrames: FrameRequestCallback[];
  let markFontsReady: () => void;
  let fonts: { ready: Promise<void>; status: 'loading' | 'loaded' };

  beforeEach(() => {
    pendingFrames = [];
    jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => pendingFrames.push(callback));
    fonts = { ready: new Promise((resolve) => (markFontsReady = resolve)), status: 'loaded' };
    Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(document, 'fonts');
  });

  const paintFrame = async () => {
    for (const callback of pendingFrames.splice(0)) callback(0);
    await settlePromises();
  };
  const observePainting = () => {
    const painted = jest.fn();
    void whenPainted().then(painted);
    return painted;
  };

  it('waits for the fonts before it counts a frame', async () => {
    const painted = observePainting();
    await settlePromises();
    expect(pendingFrames).toHaveLength(0);
    markFontsReady();
    await settlePromises();
    expect(pendingFrames).toHaveLength(1);
    expect(painted).not.toHaveBeenCalled();
  });

  it('resolves after two frames and not after one', async () => {
    const painted = observePainting();
    markFontsReady();
    await settlePromises();
    await paintFrame();
    expect(painted).not.toHaveBeenCalled();
    await paintFrame();
    expect(painted).toHaveBeenCalledTimes(1);
  });

  it('waits for two more frames when a frame starts to load another font', async () => {
    const painted = observePainting();
    markFontsReady();
    await settlePromises();
    fonts.status = 'loading';
    await paintFrame();
    await paintFrame();
    expect(painted).not.toHaveBeenCalled();
    fonts.status = 'loaded';
    await paintFrame();
    await paintFrame();
    expect(painted).toHaveBeenCalledTimes(1);
  });
});
