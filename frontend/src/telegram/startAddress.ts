/** What a link `https://t.me/BOT?startapp=KIND_ID` opens. */
const STARTS: Readonly<Record<string, string>> = {
  view: '/?view=',
  assistant: '/?view=assistants&expandAssistant=',
  task: '/tasks/',
};

/** The address within the app that the link to it names; null without one. */
export function startAddress(): string | null {
  const start = new URLSearchParams(window.location.hash.slice(1)).get('tgWebAppStartParam');
  const [, kind = '', id] = /^([a-z]+)_([\w-]{1,64})$/.exec(start ?? '') ?? [];
  return id !== undefined && Object.hasOwn(STARTS, kind) ? `${STARTS[kind]}${id}` : null;
}
