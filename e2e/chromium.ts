import { existsSync } from 'node:fs';

/** How our tests start Chromium: Debian's build where it is installed, otherwise Playwright's own. */
export interface ChromiumLaunch {
  readonly executablePath?: string;
  readonly args: string[];
}

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const softwareGpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Launch options for Chromium, with a software WebGPU adapter or with none at all. */
export function chromium({ webgpu }: { webgpu: boolean }): ChromiumLaunch {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: webgpu ? [...quiet, ...softwareGpu] : quiet,
  };
}
