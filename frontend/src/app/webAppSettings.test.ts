/** Loads the module with this text in the settings element of index.html; null: without the element. */
async function settingsWith(json: string | null) {
  document.body.innerHTML = json === null ? '' : `<script id="settings" type="application/json">${json}</script>`;
  jest.resetModules();
  return (await import('./webAppSettings.ts')).webAppSettings;
}

test('the settings that the server wrote into the page override the flags of the build', async () => {
  expect(await settingsWith('{"mockAuth":true,"botUsername":"some_bot"}')).toEqual({
    mockAuth: true,
    botUsername: 'some_bot',
  });
});

test('without a setting of the server the flags of the build count [9-19, 9-20]', async () => {
  const ofBuild = { mockAuth: false, botUsername: 'flyerdeck_bot' };
  expect([await settingsWith(null), await settingsWith('{}')]).toEqual([ofBuild, ofBuild]);
});
