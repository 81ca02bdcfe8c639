/** Programs that the tests need beside the npm packages: the paths of both. */
export interface TestTools {
  readonly chromium: string;
  readonly nginx: string;
}

/** What this machine has and what can be installed on it. */
export interface Machine {
  /** CHROMIUM_PATH; undefined where it is not set. */
  readonly chromiumPath: string | undefined;
  /** A Chromium that loads extensions, of those that are installed; null when there is none. */
  findChromium(): Promise<string | null>;
  findNginx(): Promise<string | null>;
  loadsExtensions(chromium: string): Promise<boolean>;
  /** `playwright install chromium`. May fail. */
  installPlaywrightChromium(): Promise<void>;
  /** A package of Debian or Ubuntu. May fail. Null for another user than root, or without apt-get. */
  readonly installPackage: ((name: string) => Promise<void>) | null;
}

const HOW_TO_INSTALL = {
  chromium:
    'a Chromium that loads extensions (Debian: `apt-get install chromium`; Ubuntu: `npx playwright install --with-deps chromium`; or set CHROMIUM_PATH)',
  nginx: 'nginx (`apt-get install nginx`)',
};

/**
 * Finds what the tests need, and installs what is missing.
 * @throws {Error} of one sentence that says what to install, when something is still missing.
 */
export async function provideTestTools(machine: Machine): Promise<TestTools> {
  const { chromiumPath } = machine;
  if (chromiumPath !== undefined && !(await machine.loadsExtensions(chromiumPath))) {
    throw new Error(
      `CHROMIUM_PATH (${chromiumPath}) names no Chromium that loads extensions: name another one, or unset it.`,
    );
  }
  let chromium = chromiumPath ?? (await machine.findChromium());
  if (!chromium) {
    await machine.installPlaywrightChromium().catch(() => {});
    chromium = await machine.findChromium();
  }
  // Each by itself: Ubuntu has a package of nginx, and none of Chromium.
  if (!chromium) {
    await machine.installPackage?.('chromium').catch(() => {});
    chromium = await machine.findChromium();
  }
  let nginx = await machine.findNginx();
  if (!nginx) {
    await machine.installPackage?.('nginx').catch(() => {});
    nginx = await machine.findNginx();
  }
  if (chromium && nginx) return { chromium, nginx };
  const missing = [...(chromium ? [] : [HOW_TO_INSTALL.chromium]), ...(nginx ? [] : [HOW_TO_INSTALL.nginx])];
  throw new Error(`The tests need ${missing.join(', and ')}, which could not be installed here.`);
}
