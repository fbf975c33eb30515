/**
 * Starts a module worker from any origin: browsers start workers of their own origin only, but a script of their own may
 * import one from elsewhere, if that place allows it (CORS) and the page's policy allows `blob:` workers.
 *
 * @param url of the worker's script; on the page's own origin it is started as it is.
 */
export function importedWorker(url: string, name: string): Worker {
  const options = { type: 'module', name: `canopy-${name}` } as const;
  if (new URL(url).origin === globalThis.location?.origin) return new Worker(url, options);
  const script = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }),
  );
  const worker = new Worker(script, options);
  // The script has been fetched once the worker says its first word.
  worker.addEventListener('message', () => URL.revokeObjectURL(script), { once: true });
  return worker;
}

/**
 * Tries `start`, which bundlers recognise, and where the browser refuses because the script lies on another origin
 * imports it instead. The library's build puts this around every worker of ours.
 */
export function startWorker(start: () => Worker, url: () => string, name: string): Worker {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
    return importedWorker(url(), name);
  }
}
