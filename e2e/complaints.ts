import type { Page } from '@playwright/test';

/** What a page complains about from now on: errors nobody caught, and what its policy stopped. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  return heard;
}
