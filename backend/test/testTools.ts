/** Paths of the programs that the tests need besides the npm packages. */
export interface TestTools {
  readonly chromium: string;
  readonly nginx: string;
}

/** The machine: what is installed and what can be installed. */
export interface Machine {
  /** CHROMIUM_PATH, if set. */
  readonly chromiumPath: string | undefined;
  /** An installed Chromium that loads extensions; null when there is none. */
  findChromium(): Promise<string | null>;
  findNginx(): Promise<string | null>;
  loadsExtensions(chromium: string): Promise<boolean>;
  /** Runs `playwright install chromium`. May fail. */
  installPlaywrightChromium(): Promise<void>;
  /** The user id has a name in the system's list of users. */
  readonly userHasName: boolean;
  /** Installs a Debian or Ubuntu package. May fail. Null for users other than root, and without apt-get. */
  readonly installPackage: ((name: string) => Promise<void>) | null;
}

const HOW_TO_INSTALL = {
  chromium:
    'a Chromium that loads extensions (Debian: `apt-get install chromium`; Ubuntu: `npx playwright install --with-deps chromium`; or set CHROMIUM_PATH)',
  nginx: 'nginx (`apt-get install nginx`)',
  user: 'a name for this user id, because Postgres looks it up (as root: `useradd -u ID tester`)',
};

/**
 * Finds the programs that the tests need, and installs the missing ones.
 * @throws {Error} with one sentence that says what to install, when one is still missing.
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
  // Packages are installed one by one, because Ubuntu has one for nginx and none for Chromium.
  if (!chromium) {
    await machine.installPackage?.('chromium').catch(() => {});
    chromium = await machine.findChromium();
  }
  let nginx = await machine.findNginx();
  if (!nginx) {
    await machine.installPackage?.('nginx').catch(() => {});
    nginx = await machine.findNginx();
  }
  if (chromium && nginx && machine.userHasName) return { chromium, nginx };
  const missing = [
    ...(chromium ? [] : [HOW_TO_INSTALL.chromium]),
    ...(nginx ? [] : [HOW_TO_INSTALL.nginx]),
    ...(machine.userHasName ? [] : [HOW_TO_INSTALL.user]),
  ];
  throw new Error(`The tests need ${missing.join(', and ')}, which could not be installed here.`);
}
