/** The server cannot begin with the data, or the contract, as things are; the message is one line that says what to do. */
export class StartError extends Error {}
