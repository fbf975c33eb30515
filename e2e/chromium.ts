import { findChromium } from '../scripts/find-chromium.mjs';

/** How our tests start Chromium: an installed one where there is one, otherwise Playwright's own. */
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

/** Launch options for Chromium, with a software WebGPU adapter or with none at all. */
export function chromium({ webgpu }: { webgpu: boolean }): ChromiumLaunch {
  const executablePath = findChromium();
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: webgpu ? [...quiet, ...softwareGpu] : quiet,
  };
}
