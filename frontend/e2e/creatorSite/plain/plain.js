// The only script of the site: the chosen photo, the time in UTC, and one press for one entry.
const form = document.getElementById('entry');

form?.photo.addEventListener('change', () => {
  form.querySelector('output').textContent = form.photo.files[0]?.name ?? '';
});

form?.addEventListener('submit', () => {
  const local = form.publish_local.value;
  form.publish_utc.value = local ? new Date(local).toISOString() : '';
  // The button's state is not part of what the browser sends now.
  setTimeout(() => {
    form.querySelector('input[type=submit]').disabled = true;
  });
});
