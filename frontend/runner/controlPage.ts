import { randomBytes } from 'node:crypto';

/** The runner's own page. A person enters the token once in each tab. */
export function controlPage(): { readonly html: string; readonly policy: string } {
  const nonce = randomBytes(12).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flyerdeck runner</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.3rem; margin: 0; }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
  .note { padding: .75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; margin: 1rem 0; }
  .code { font: 600 1.6rem ui-monospace, monospace; letter-spacing: .1em; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .4rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); vertical-align: top; }
  td:last-child { text-align: right; white-space: nowrap; }
  button { font: inherit; padding: .25rem .75rem; min-height: 2rem; }
  .problem { color: light-dark(#b3261e, #ff8a80); }
  .muted { opacity: .7; }
  [hidden] { display: none; }
  #address { width: 100%; box-sizing: border-box; font: inherit; margin: .5rem 0; }
  #screen { display: block; max-width: 100%; border: 1px solid; cursor: default; touch-action: none; }
</style>
<form id="enter" hidden><p>Run <code>node runner.mjs token</code> and enter what it prints.</p>
  <input id="token" type="password" aria-label="Token" autocomplete="off"> <button>Enter</button></form>
<div id="main" hidden>
<header><h1>Flyerdeck runner</h1><div><button id="add">Add a page</button> <button id="toggle">Stop</button></div></header>
<p id="state" class="muted"></p>
<div id="notes"></div>
<table><thead><tr><th>Page</th><th>State</th><th></th></tr></thead><tbody id="pages"></tbody></table>
<section id="view" aria-label="Browser" hidden>
  <button id="back">Back</button> <button id="hide">Hide</button>
  <input id="address" aria-label="Address" spellcheck="false">
  <img id="screen" alt="The page in the browser" tabindex="0" draggable="false">
</section>
</div>
<script nonce="${nonce}">
  let token = sessionStorage.getItem('token') ?? '';
  const STATES = { asleep: 'Asleep', waiting: 'Waits for its turn', awake: 'Working', open: 'Open', unlinked: 'Not linked' };
  const $ = (id) => document.getElementById(id);
  const call = async (method, path, body) => {
    const response = await fetch(path, { method, headers: { 'X-Runner-Token': token }, body: body && JSON.stringify(body) });
    const answer = await response.json();
    $('enter').hidden = response.status !== 401;
    $('main').hidden = response.status === 401;
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const make = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className: className ?? '' });
  const button = (text, act) => {
    const made = make('button', text);
    made.onclick = () => act().then(refresh, (error) => alert(error.message));
    return made;
  };
  let paused = false;
  let shown = '';
  async function refresh() {
    const status = await call('GET', '/status').catch((error) => ({ error: error.message }));
    if (JSON.stringify(status) === shown) return;
    shown = JSON.stringify(status);
    if (status.error) { $('state').textContent = status.error; return; }
    paused = status.isPaused;
    $('toggle').textContent = paused ? 'Start' : 'Stop';
    $('state').textContent = status.server + ' – ' + (status.isConnected ? 'connected' : 'not connected') + (paused ? ', stopped' : '') +
      ', ' + status.pages.length + ' pages, browsers at once: ' + status.atOnce;
    const notes = [];
    if (status.code) {
      const note = make('div', 'Open Runners in the account menu of Flyerdeck and enter this code: ', 'note');
      note.append(make('div', status.code, 'code'));
      notes.push(note);
    }
    if (status.addProblem) notes.push(make('div', status.addProblem, 'note problem'));
    if (status.adding) {
      const { profile, username, question, hasView } = status.adding;
      const note = make('div', (question ?? 'Log in to the page in the browser that was opened.') + ' ', 'note');
      if (hasView) note.append(button('Show', async () => show(profile)));
      note.append(' ');
      if (question) note.append(button('Yes', () => call('POST', '/answer', { yes: true })), ' ');
      note.append(button(username ? 'No' : 'Cancel', () => call('POST', '/answer', { yes: false })));
      notes.push(note);
    }
    $('notes').replaceChildren(...notes);
    $('pages').replaceChildren(...status.pages.map((page) => {
      const row = make('tr', '');
      const state = make('td', STATES[page.state]);
      if (page.problem) state.append(make('div', page.problem, 'problem'));
      const acts = make('td', '');
      const { profile } = page;
      if (page.hasView) acts.append(button('Show', async () => show(profile)), ' ');
      acts.append(page.state === 'open'
        ? button('Close', () => call('POST', '/close', { profile }))
        : button('Open', async () => (await call('POST', '/open', { profile })).hasView && show(profile)));
      row.append(make('td', '@' + page.username), state, acts);
      return row;
    }));
  }
  let viewed = null;
  async function show(profile) {
    if (viewed === profile) return;
    viewed = profile;
    $('screen').removeAttribute('src');
    $('view').hidden = false;
    while (viewed === profile) {
      const frame = await call('POST', '/view', { profile }).catch(() => null);
      if (viewed !== profile) return;
      if (frame === null) return hide();
      if (frame.image) $('screen').src = 'data:image/jpeg;base64,' + frame.image;
      if (document.activeElement !== $('address')) $('address').value = frame.address;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
  function hide() {
    viewed = null;
    $('view').hidden = true;
  }
  // One call at a time, so that the inputs keep their order.
  let inputs = [];
  let sending = false;
  async function send(input) {
    if (input.type === 'move' && inputs.at(-1)?.type === 'move') inputs.pop();
    inputs.push(input);
    if (sending) return;
    sending = true;
    while (inputs.length > 0)
      await call('POST', '/input', { profile: viewed, inputs: inputs.splice(0, 50) }).catch(() => undefined);
    sending = false;
  }
  const screen = $('screen');
  const move = (event) => {
    const scale = screen.naturalWidth / screen.clientWidth;
    send({ type: 'move', x: event.offsetX * scale, y: event.offsetY * scale });
  };
  screen.onpointermove = move;
  screen.onpointerdown = (event) => screen.setPointerCapture(event.pointerId);
  screen.onmousedown = screen.onmouseup = (event) => {
    move(event);
    send({ type: event.type === 'mousedown' ? 'down' : 'up', count: event.detail });
  };
  screen.oncontextmenu = (event) => event.preventDefault();
  screen.addEventListener('wheel', (event) => {
    event.preventDefault();
    send({ type: 'wheel', x: event.deltaX, y: event.deltaY });
  }, { passive: false });
  screen.onkeydown = (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
    // Its text comes with the paste event.
    if (isShortcut && event.key.toLowerCase() === 'v') return;
    event.preventDefault();
    if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
    if (!isShortcut && event.key.length === 1) return send({ type: 'text', text: event.key });
    const keys = [isShortcut && 'Control', event.shiftKey && 'Shift', event.key];
    send({ type: 'key', key: keys.filter(Boolean).join('+') });
  };
  document.addEventListener('paste', (event) => {
    if (document.activeElement === screen) send({ type: 'text', text: event.clipboardData.getData('text') });
  });
  $('address').onkeydown = (event) => {
    if (event.key !== 'Enter') return;
    send({ type: 'address', address: event.target.value });
    screen.focus();
  };
  $('back').onclick = () => send({ type: 'back' });
  $('hide').onclick = hide;
  $('enter').onsubmit = (event) => {
    event.preventDefault();
    token = $('token').value.trim();
    sessionStorage.setItem('token', token);
    $('token').value = '';
    refresh();
  };
  $('add').onclick = () => call('POST', '/add', {}).then(refresh, (error) => alert(error.message));
  $('toggle').onclick = () => call('POST', paused ? '/resume' : '/pause').then(refresh);
  refresh();
  setInterval(refresh, 1500);
</script>
</html>
`;
  return { html, policy };
}
