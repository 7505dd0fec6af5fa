/** The data cannot be opened as things are; the message is one line that says what to do. */
export class StartError extends Error {}
