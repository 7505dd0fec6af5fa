/** The resource of delegations; a contract without it has no such button. */
export const delegations = 'Entrust';
