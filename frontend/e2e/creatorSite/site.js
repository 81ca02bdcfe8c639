import { act, deletePost } from './apps/calls.ts';
import { addMonths, firstPick, halfTexts, hourTexts, momentText, monthText, pickedDate, WORDS } from './words.ts';

/** The script of the classic site. It reads values from events only, not from the document. */
const language = document.documentElement.lang;
const words = WORDS[language];
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

function listenToEditor() {
  const field = find('#new_post_text_input');
  field.addEventListener('input', () => {
    draft.text = field.value ?? field.textContent;
    refresh();
  });
  if (field.isContentEditable) {
    // As in ProseMirror, pasted text is inserted into the editor's own model, by paragraphs.
    field.addEventListener('paste', (event) => {
      event.preventDefault();
      draft.text = event.clipboardData.getData('text/plain');
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
    if (!answer.ok) throw new Error(words.uploadFailed(answer.status));
    draft.upload = (await answer.json()).upload;
    preview.className = 'b-dropzone__preview m-ready';
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
    find('.b-make-post__expire-text').textContent = chosen === null ? '' : words.expiresIn(chosen);
    dialog.hidden = true;
  });
}

function openCalendar() {
  const popup = find('#schedule').content.firstElementChild.cloneNode(true);
  let picked = { ...firstPick(), day: 1 };
  const pick = (change) => {
    picked = { ...picked, ...change };
  };
  const showMonth = () => {
    const { month } = picked;
    popup.querySelector('.vdatetime-calendar__current--month').textContent = monthText(language, month);
    const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    popup.querySelector('.days').replaceChildren(
      ...Array.from({ length: days }, (_, index) => {
        const day = document.createElement('button');
        day.type = 'button';
        day.className = 'vdatetime-calendar__month__day';
        day.textContent = String(index + 1);
        day.addEventListener('click', () => pick({ day: index + 1 }));
        return day;
      }),
    );
  };
  popup.querySelector('.vdatetime-calendar__navigation--next').addEventListener('click', () => {
    pick({ month: addMonths(picked.month, 1) });
    // Rendered later, as frameworks do.
    setTimeout(showMonth, 20);
  });
  popup.querySelector('.vdatetime-popup__tab.time').addEventListener('click', () => {
    popup.querySelector('.times').hidden = false;
  });
  const listen = (list, take) =>
    popup
      .querySelector(`.vdatetime-time-picker__list--${list}`)
      ?.addEventListener('click', (event) => take(event.target.textContent));
  listen('hours', (text) => pick({ hour: hourTexts(language).indexOf(text) }));
  listen('minutes', (text) => pick({ minute: Number(text) }));
  listen('suffix', (text) => pick({ half: halfTexts(language).indexOf(text.toUpperCase()) }));
  popup.querySelector('.m-save').addEventListener('click', () => {
    const at = pickedDate(language, picked);
    draft.scheduledFor = at.toISOString();
    find('.b-make-post__schedule-text').textContent = momentText(language, at);
    popup.remove();
  });
  showMonth();
  document.body.append(popup);
}

async function submit() {
  find('#submit').disabled = true;
  try {
    const answer = await fetch('/api/posts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        text: draft.text,
        upload: draft.upload,
        scheduled_for: draft.scheduledFor,
        expires_in_days: draft.expiresInDays,
      }),
    });
    if (!answer.ok) throw new Error(words.failed(answer.status));
    const { id, username } = await answer.json();
    const link = document.createElement('a');
    link.className = 'b-toast__post';
    link.href = `/${id}/${username}`;
    link.textContent = draft.scheduledFor ? words.scheduled : words.live;
    toast('success', link);
  } catch (error) {
    toast('error', error.message);
  }
}

if (form) {
  listenToEditor();
  listenToExpiry();
  find('#fileupload_photo').addEventListener('change', (event) => takePicture(event.target.files[0]));
  find('.b-make-post__datepicker-btn').addEventListener('click', openCalendar);
  // A click from a script is accepted. A submit event without a click is not.
  find('#submit').addEventListener('click', () => submit());
}

for (const button of document.querySelectorAll('.b-post__delete')) {
  button.addEventListener('click', async () => {
    await deletePost(button.dataset.post);
    button.closest('article').remove();
  });
}
for (const [id, kind] of [
  ['#chat_form', 'message'],
  ['#pay_form', 'payment'],
]) {
  find(id)?.addEventListener('submit', async (event) => {
    event.preventDefault();
    await act(kind, event.target.elements[0].value);
  });
}
