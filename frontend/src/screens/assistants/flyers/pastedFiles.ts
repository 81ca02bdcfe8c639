/** The files of a paste; a text copied together with its picture is meant for the field it is pasted into. */
export function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  if (!clipboardData) return [];
  const isTextField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (isTextField && clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files];
}
