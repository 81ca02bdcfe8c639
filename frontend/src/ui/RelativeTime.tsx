import { useAgo } from './useAgo.ts';

interface RelativeTimeProps {
  word: 'Updated' | 'Created';
  at: string;
}

/** 'Updated about 2 hours ago', which stays true while it is looked at; the exact time on hover. */
export function RelativeTime({ word, at }: RelativeTimeProps) {
  const ago = useAgo();
  return (
    <time
      className="u-muted u-small"
      style={{ whiteSpace: 'nowrap' }}
      dateTime={at}
      title={new Date(at).toLocaleString()}
    >
      {word} {ago(at)}
    </time>
  );
}
