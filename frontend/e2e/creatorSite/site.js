/* global SWITCHES */
/** The script of the stand-in. It reads values from events only, not from the document. */
const find = (selector) => document.querySelector(selector);
const form = find('#make_post_form');
const draft = { text: '', upload: null, isUploading: false, expiresInDays: null, scheduledFor: null };

function refresh() {
  find('#submit').disabled = draft.isUploading || (draft.text.trim() === '' && draft.upload === null);
}

function toast(kind, content) {
  const note = document.createElement('div');
  note.className = `b-toast m-${kind}`;
  note.append(content);
  document.body.append(note);
}

const textIn = (editor) => [...editor.childNodes].map(({ textContent }) => textContent).join('\n');

function listenToEditor() {
  const field = find('#new_post_text_input');
  field.addEventListener('input', (event) => {
    if (SWITCHES.isTrustedOnly && !event.isTrusted) return;
    draft.text = field.value ?? textIn(field);
    refresh();
  });
  if (field.isContentEditable) {
    // As in ProseMirror, pasted text is inserted into the editor's own model, by paragraphs.
    field.addEventListener('paste', (event) => {
      event.preventDefault();
      draft.text = event.clipboardData.getData('text/plain');
      if (SWITCHES.paste === 'html') {
        field.innerHTML = draft.text;
        draft.text = textIn(field);
        return refresh();
      }
      field.replaceChildren(
        ...draft.text.split('\n').map((line) => Object.assign(document.createElement('p'), { textContent: line })),
      );
      refresh();
    });
  }
}

async function takePicture(file) {
  const preview = document.createElement('div');
  preview.className = 'b-dropzone__preview m-uploading';
  find('.b-dropzone').replaceChildren(preview);
  draft.isUploading = true;
  refresh();
  try {
    const answer = await fetch('/api/uploads', { method: 'POST', headers: { 'Content-Type': file.type }, body: file });
    if (!answer.ok) throw new Error(`The upload failed (${answer.status}).`);
    draft.upload = (await answer.json()).upload;
    preview.className = 'b-dropzone__preview m-ready';
    preview.append(Object.assign(new Image(80, 100), { src: URL.createObjectURL(file), alt: '' }));
  } catch (error) {
    preview.className = 'b-dropzone__preview m-error';
    preview.textContent = error.message;
  }
  draft.isUploading = false;
  refresh();
}

function listenToExpiry() {
  const dialog = find('.b-make-post__expire');
  let chosen = null;
  find('.b-make-post__expire-period-btn').addEventListener('click', () => {
    dialog.hidden = false;
  });
  for (const option of dialog.querySelectorAll('.b-make-post__expire__label')) {
    option.addEventListener('click', () => {
      chosen = option.textContent;
    });
  }
  dialog.querySelector('.m-save').addEventListener('click', () => {
    draft.expiresInDays = Number.parseInt(chosen, 10) || null;
    find('.b-make-post__expire-text').textContent = chosen === null ? '' : `Expires in ${chosen}`;
    dialog.hidden = true;
  });
}

function openCalendar() {
  const popup = find('#schedule').content.firstElementChild.cloneNode(true);
  const part = (selector) => popup.querySelector(selector);
  const now = new Date();
  const picked = { month: new Date(now.getFullYear(), now.getMonth(), 1), day: 1, hour: 0, minute: 0, half: 'pm' };
  const showMonth = () => {
    const { month } = picked;
    const title = month.toLocaleString('en', { month: 'long', year: 'numeric' });
    part('.vdatetime-calendar__current--month').textContent = title;
    const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    part('.days').replaceChildren(
      ...Array.from({ length: days }, (_, index) => {
        const day = document.createElement('button');
        day.type = 'button';
        day.className = 'vdatetime-calendar__month__day';
        day.textContent = String(index + 1);
        day.addEventListener('click', () => {
          picked.day = index + 1;
        });
        return day;
      }),
    );
  };
  part('.vdatetime-calendar__navigation--next').addEventListener('click', () => {
    picked.month.setMonth(picked.month.getMonth() + 1);
    // Rendered later, as frameworks do.
    setTimeout(showMonth, 20);
  });
  part('.vdatetime-popup__tab.time').addEventListener('click', () => {
    part('.times').hidden = false;
  });
  const listen = (list, take) =>
    part(`.vdatetime-time-picker__list--${list}`).addEventListener('click', (event) => take(event.target.textContent));
  listen('hours', (text) => {
    picked.hour = Number(text) % 12;
  });
  listen('minutes', (text) => {
    picked.minute = Number(text);
  });
  listen('suffix', (text) => {
    picked.half = text;
  });
  part('.m-save').addEventListener('click', () => {
    const { month, day, hour, minute, half } = picked;
    const at = new Date(month.getFullYear(), month.getMonth(), day, hour + (half === 'pm' ? 12 : 0), minute);
    draft.scheduledFor = at.toISOString();
    find('.b-make-post__schedule-text').textContent = at.toLocaleString('en', {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    popup.remove();
  });
  showMonth();
  document.body.append(popup);
}

function toastOf(href, text) {
  const link = document.createElement('a');
  link.className = 'b-toast__post';
  if (href) link.href = href;
  link.textContent = text;
  toast('success', link);
}

function clearForm() {
  const field = find('#new_post_text_input');
  if (field.isContentEditable) field.replaceChildren(document.createElement('p'));
  else field.value = '';
  find('.b-dropzone').replaceChildren();
  Object.assign(draft, { text: '', upload: null });
}

function cover(kind) {
  const note = document.createElement('div');
  note.style = 'position: fixed; inset: 0; z-index: 9; background: #fff8';
  note.textContent = kind === 'list' ? '@luna @lunastar' : 'Do you like our site?';
  document.body.append(note);
  if (kind === 'list') find('#new_post_text_input').addEventListener('blur', () => note.remove());
}

async function submit() {
  find('#submit').disabled = true;
  const body = JSON.stringify(draft);
  const text = draft.scheduledFor ? 'Your post is scheduled' : 'Your post is live';
  const isEarly = form.dataset.answer === 'early';
  if (isEarly) {
    toastOf(null, text);
    clearForm();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
  }
  if (SWITCHES.asksFirst) await fetch('/api/permits', { method: 'POST' });
  try {
    const answer = await fetch('/api/posts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    if (answer.status === 504) throw new Error('Something went wrong (504). Please try again.');
    const { href, isForeign, message } = await answer.json();
    if (message) throw new Error(message);
    if (isEarly) return;
    if (!href) clearForm();
    toastOf(href, text);
    if (isForeign) refresh();
  } catch (error) {
    toast('error', error.message);
  }
}

if (find('[data-is-cached]')) void navigator.serviceWorker.register('/feedCache.js');

if (form) {
  if (SWITCHES.cover !== 'nothing') cover(SWITCHES.cover);
  listenToEditor();
  listenToExpiry();
  find('#fileupload_photo').addEventListener('change', (event) => takePicture(event.target.files[0]));
  find('.b-make-post__datepicker-btn').addEventListener('click', openCalendar);
  // A submit event without a click is not accepted.
  find('#submit').addEventListener('click', (event) => {
    if (event.isTrusted || !SWITCHES.isTrustedOnly) void submit();
  });
}
