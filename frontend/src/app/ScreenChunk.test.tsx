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
