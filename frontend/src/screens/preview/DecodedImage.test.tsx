import { render, screen, waitFor } from '@testing-library/react';
import { DecodedImage } from './DecodedImage.tsx';

const decode = jest.fn<Promise<void>, [string]>();

beforeEach(() => {
  decode.mockReset();
  HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
    return decode(this.getAttribute('src') ?? '');
  };
});
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

const renderImage = (sources: (string | null)[]) => {
  const onSettled = jest.fn();
  render(<DecodedImage sources={sources} alt="Flyer" onSettled={onSettled} />);
  return onSettled;
};
const source = () => screen.getByRole('img', { name: 'Flyer' }).getAttribute('src');

describe('DecodedImage', () => {
  it('settles once its first source is decoded', async () => {
    decode.mockResolvedValue();
    const onSettled = renderImage(['/flyer.jpg', '/default.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/flyer.jpg');
  });

  it('does not settle while it is being decoded', async () => {
    decode.mockReturnValue(new Promise(() => {}));
    const onSettled = renderImage(['/flyer.jpg', '/default.jpg']);
    await Promise.resolve();
    expect(onSettled).not.toHaveBeenCalled();
  });

  it('gives way to the default when it cannot be decoded, and settles only then', async () => {
    decode.mockImplementation(async (address) => {
      if (address !== '/default.jpg') throw new Error('The source image cannot be decoded.');
    });
    const onSettled = renderImage(['/broken.jpg', '/default.jpg']);
    expect(onSettled).not.toHaveBeenCalled();
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/default.jpg');
    expect(decode.mock.calls).toEqual([['/broken.jpg'], ['/default.jpg']]);
  });

  it.each([[null], ['']])('starts with the default where the source is %p', async (missing) => {
    decode.mockResolvedValue();
    const onSettled = renderImage([missing, '/default.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/default.jpg');
  });

  it('settles even when the default fails, so that nobody waits for ever', async () => {
    decode.mockRejectedValue(new Error('The source image cannot be decoded.'));
    const onSettled = renderImage(['/broken.jpg', '/gone.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
  });
});
