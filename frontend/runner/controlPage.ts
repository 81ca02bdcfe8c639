import { randomBytes } from 'node:crypto';

/** The runner's own page. It asks for its data with the token in the part of its address after the '#'. */
export function controlPage(): { readonly html: string; readonly policy: string } {
  const nonce = randomBytes(12).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'`;
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
</style>
<header><h1>Flyerdeck runner</h1><div><button id="add">Add a page</button> <button id="toggle">Stop</button></div></header>
<p id="state" class="muted"></p>
<div id="notes"></div>
<table><thead><tr><th>Page</th><th>State</th><th></th></tr></thead><tbody id="pages"></tbody></table>
<script nonce="${nonce}">
  const token = location.hash.slice(1);
  const STATES = { asleep: 'Asleep', waiting: 'Waits for its turn', awake: 'Working', open: 'Open', unlinked: 'Not linked' };
  const $ = (id) => document.getElementById(id);
  const call = async (method, path, body) => {
    const response = await fetch(path, { method, headers: { 'X-Runner-Token': token }, body: body && JSON.stringify(body) });
    const answer = await response.json();
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
      const { username, question, view } = status.adding;
      const note = make('div', (question ?? 'Log in to the page in the browser that was opened.') + ' ', 'note');
      if (view) note.append(Object.assign(make('a', 'Open its view'), { href: view, target: '_blank' }));
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
      acts.append(page.state === 'open'
        ? button('Close', () => call('POST', '/close', { profile: page.profile }))
        : button('Open', async () => {
            const { view } = await call('POST', '/open', { profile: page.profile });
            if (view) window.open(view, '_blank');
          }));
      row.append(make('td', '@' + page.username), state, acts);
      return row;
    }));
  }
  $('add').onclick = () => call('POST', '/add', {}).then(refresh, (error) => alert(error.message));
  $('toggle').onclick = () => call('POST', paused ? '/resume' : '/pause').then(refresh);
  refresh();
  setInterval(refresh, 1500);
</script>
</html>
`;
  return { html, policy };
}
