import type { Outgoing } from '../baseQuery.ts';

/** Like `fetch`, with upload progress, which `fetch` does not report. Not in `baseQuery.ts`, which every first load has. */
export const sendWithProgress = (
  address: string,
  { method, headers, body, signal }: Outgoing,
  onProgress: (sent: number) => void,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const headers = ['Content-Length', 'X-Request-Id'].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      // The Response constructor accepts only a null body with status 204.
      const text = request.status === 204 ? null : request.responseText;
      resolve(new Response(text, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(body ?? null);
  });
