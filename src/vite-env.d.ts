/// <reference types="vite/client" />

/** Version and build date, set by vite.config.ts. */
declare const __VERSION__: string;
declare const __BUILD_DATE__: string;
