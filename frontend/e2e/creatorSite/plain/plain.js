// The only script of the site: the chosen photo, the time in UTC, and one press for one entry.
const form = document.getElementById('entry');

if (form) {
  const button = form.querySelector('input[type=submit]');
  form.photo.addEventListener('change', () => {
    const [file] = form.photo.files;
    form.querySelector('output').textContent = file ? `${file.name}, ${Math.ceil(file.size / 1024)} kB` : '';
  });
  form.addEventListener('submit', async (event) => {
    const local = form.publish_local.value;
    form.publish_utc.value = local ? new Date(local).toISOString() : '';
    if (form.dataset.submit === 'page') {
      // The button's state is not part of what the browser sends now.
      setTimeout(() => {
        button.disabled = true;
      });
      return;
    }
    event.preventDefault();
    button.disabled = true;
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const message = page.querySelector('.notice, .problem');
    document.getElementById('answer').replaceChildren(message ?? 'That did not work.');
    button.disabled = false;
    if (answer.ok) form.reset();
  });
}
