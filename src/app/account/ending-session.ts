import { ApiError } from '#api/error.ts';
import { interruptions } from '#api/request.ts';

/**
 * Makes a call that ends the caller's own session. The server tells every page of the account that its session is over, perhaps before it
 * answers the call: the page of the call would leave as one whose session ran out, and what the caller did would be told to nobody.
 */
export async function endingSession(call: () => Promise<unknown>): Promise<void> {
  const { expired } = interruptions;
  interruptions.expired = () => {};
  try {
    await call();
  } catch (error) {
    interruptions.expired = expired;
    if (error instanceof ApiError && error.status === 401) expired();
    throw error;
  }
}
