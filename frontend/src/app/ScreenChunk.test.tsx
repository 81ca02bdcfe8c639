import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { ChunkScreen, ScreenChunk } from '../routes/routes.tsx';

const importHello = () => Promise.resolve({ default: () => <p>hello</p> });
const show = (chunk: ScreenChunk) =>
  render(
    <Suspense fallback={<p>fallback</p>}>
      <ChunkScreen chunk={chunk} />
    </Suspense>,
  );

test('a screen whose chunk is loaded renders at once, without the fallback', async () => {
  const hello = new ScreenChunk(importHello);
  await hello.load();
  show(hello);
  expect(screen.getByText('hello')).toBeInTheDocument();
  expect(screen.queryByText('fallback')).not.toBeInTheDocument();
});

test('a screen whose chunk is not loaded shows the fallback first', async () => {
  show(new ScreenChunk(importHello));
  expect(screen.getByText('fallback')).toBeInTheDocument();
  expect(await screen.findByText('hello')).toBeInTheDocument();
});

test('rendering requests a chunk again after preloading it has failed', async () => {
  let calls = 0;
  const hello = new ScreenChunk(() => (++calls === 1 ? Promise.reject(new Error('offline')) : importHello()));
  await expect(hello.load()).rejects.toThrow('offline');
  show(hello);
  expect(await screen.findByText('hello')).toBeInTheDocument();
});

test('a changed chunk shows the screen of the new chunk', async () => {
  const view = (chunk: ScreenChunk) => (
    <Suspense fallback={<p>fallback</p>}>
      <ChunkScreen chunk={chunk} />
    </Suspense>
  );
  const { rerender } = render(view(new ScreenChunk(importHello)));
  await screen.findByText('hello');
  rerender(view(new ScreenChunk(() => Promise.resolve({ default: () => <p>goodbye</p> }))));
  expect(await screen.findByText('goodbye')).toBeInTheDocument();
  expect(screen.queryByText('hello')).not.toBeInTheDocument();
});
