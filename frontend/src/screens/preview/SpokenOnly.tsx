/** The name of an icon for those who do not see it. */
export function SpokenOnly({ children }: { children: string }) {
  return <span className="u-hidden">{children}</span>;
}
