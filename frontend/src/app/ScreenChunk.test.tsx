import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { ChunkScreen, ScreenChunk } from './ScreenChunk.tsx';

const importHello = () => Promise.resolve({ default: () => <p>hello</p> });
const show = (chunk: ScreenChunk) =>
  render(
    <Suspense fallback={<p>fallback</p>}>
      <ChunkScreen chunk={chunk} />
    </Suspense>,
  );

test('a screen whose chunk is there already renders at once, without a fallback', async () => {
  const hello = new ScreenChunk(importHello);
  await hello.load();
  show(hello);
  expect(screen.getByText('hello')).toBeInTheDocument();
  expect(screen.queryByText('fallback')).not.toBeInTheDocument();
});

test('a screen whose chunk has still to come shows the fallback first', async () => {
  show(new ScreenChunk(importHello));
  expect(screen.getByText('fallback')).toBeInTheDocument();
  expect(await screen.findByText('hello')).toBeInTheDocument();
});

test('a chunk that could not be loaded ahead is asked for again by the render', async () => {
  let calls = 0;
  const hello = new ScreenChunk(() => (++calls === 1 ? Promise.reject(new Error('offline')) : importHello()));
  await expect(hello.load()).rejects.toThrow('offline');
  show(hello);
  expect(await screen.findByText('hello')).toBeInTheDocument();
});

test('another chunk in the same place shows its own screen', async () => {
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
