import type { Page, WebSocketRoute } from 'playwright-core';

export type LiveLine = {
  /** The connections that are open end, and none comes about. */
  cut: () => Promise<void>;
  /** Whoever tried meanwhile is through: not at the end of the back-off that the library grows into. */
  mend: () => void;
};

/** The live connection of a page that opens its address later. */
export async function liveLineOf(page: Page): Promise<LiveLine> {
  const open = new Set<WebSocketRoute>();
  let isDown = Promise.withResolvers<void>();
  isDown.resolve();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await isDown.promise;
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut: async () => {
      isDown = Promise.withResolvers();
      for (const socket of open) await socket.close();
      open.clear();
    },
    mend: () => isDown.resolve(),
  };
}
