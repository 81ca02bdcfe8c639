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
  it('calls onSettled after the first source is decoded', async () => {
    decode.mockResolvedValue();
    const onSettled = renderImage(['/flyer.jpg', '/default.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/flyer.jpg');
  });

  it('does not call onSettled while the picture is being decoded', async () => {
    decode.mockReturnValue(new Promise(() => {}));
    const onSettled = renderImage(['/flyer.jpg', '/default.jpg']);
    await Promise.resolve();
    expect(onSettled).not.toHaveBeenCalled();
  });

  it('shows the default picture when the picture cannot be decoded, and calls onSettled only then', async () => {
    decode.mockImplementation(async (address) => {
      if (address !== '/default.jpg') throw new Error('The source image cannot be decoded.');
    });
    const onSettled = renderImage(['/broken.jpg', '/default.jpg']);
    expect(onSettled).not.toHaveBeenCalled();
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/default.jpg');
    expect(decode.mock.calls).toEqual([['/broken.jpg'], ['/default.jpg']]);
  });

  it.each([[null], ['']])('shows the default picture when the source is %p', async (missing) => {
    decode.mockResolvedValue();
    const onSettled = renderImage([missing, '/default.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
    expect(source()).toBe('/default.jpg');
  });

  it('calls onSettled also when the default picture cannot be decoded', async () => {
    decode.mockRejectedValue(new Error('The source image cannot be decoded.'));
    const onSettled = renderImage(['/broken.jpg', '/gone.jpg']);
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
  });
});
