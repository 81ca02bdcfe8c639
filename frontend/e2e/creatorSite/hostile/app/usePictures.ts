import { useRef, useState } from 'react';
import { boot, on } from './boot.ts';
import { uploadPicture } from './calls.ts';

export interface Picture {
  readonly key: number;
  readonly status: 'uploading' | 'failed' | 'ready';
  /** The site's id of the picture, when it is ready. */
  readonly id: string | null;
  readonly progress: number;
}

/** The pictures of the composer and their uploads. */
export function usePictures() {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const files = useRef(new Map<number, File>());
  const nextKey = useRef(1);
  const uploads = useRef(new Map<number, Promise<string | null>>());
  const change = (key: number, change: Partial<Picture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function upload(key: number, file: File): Promise<string | null> {
    const startedAt = performance.now();
    const steps = setInterval(
      () => change(key, { progress: Math.min(0.95, (performance.now() - startedAt) / boot.uploadMs) }),
      boot.uploadMs / 10,
    );
    try {
      const id = await uploadPicture(file);
      change(key, { status: 'ready', id, progress: 1 });
      return id;
    } catch {
      change(key, { status: 'failed', progress: 0 });
      return null;
    } finally {
      clearInterval(steps);
    }
  }

  const add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const key = nextKey.current++;
      files.current.set(key, file);
      setPictures((all) => [...all, { key, status: 'uploading', id: null, progress: 0 }]);
      uploads.current.set(key, upload(key, file));
    }
  };
  const retry = (key: number) => {
    const file = files.current.get(key);
    if (!file) return;
    change(key, { status: 'uploading' });
    uploads.current.set(key, upload(key, file));
  };
  const remove = (key: number) => {
    uploads.current.delete(key);
    setPictures((all) => all.filter((one) => one.key !== key));
  };
  const restore = (ids: readonly string[]) => {
    const restored = ids.map((id): Picture => ({ key: nextKey.current++, status: 'ready', id, progress: 1 }));
    for (const { key, id } of restored) uploads.current.set(key, Promise.resolve(id));
    setPictures(restored);
  };
  const clear = () => {
    uploads.current.clear();
    setPictures([]);
  };
  const isUploading = pictures.some(({ status }) => status === 'uploading');
  return {
    pictures,
    add,
    retry,
    remove,
    restore,
    clear,
    /** The post may be sent. */
    areReady: !pictures.some(({ status }) => status === 'failed') && !(isUploading && on('button-waits-for-upload')),
    ready: pictures.flatMap(({ id }) => (id === null ? [] : [id])),
    /** Waits for the uploads. */
    all: () => Promise.all(uploads.current.values()),
  };
}
