/** Lets one piece of work run at a time, urgent ones first. */
export interface Turns {
  /** Runs `work` when its turn comes; settles as it does. */
  take<T>(urgent: boolean, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a queue of turns. Between two turns it lets the thread handle a message: on WASM the network blocks its thread,
 * and a question or a cancel could not arrive otherwise.
 */
export function createTurns(): Turns {
  const urgent: (() => Promise<void>)[] = [];
  const patient: (() => Promise<void>)[] = [];
  let running = false;

  const run = async () => {
    running = true;
    for (;;) {
      await nextMessage();
      const work = urgent.shift() ?? patient.shift();
      if (work === undefined) break;
      await work();
    }
    running = false;
  };

  return {
    take: (first, work) =>
      new Promise((resolve, reject) => {
        (first ? urgent : patient).push(() => work().then(resolve, reject));
        if (!running) void run();
      }),
  };
}

/** Resolves after the messages that already wait; a timer would wait at least 4 ms when nested. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
