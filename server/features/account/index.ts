/** What other features may use of this one. */
export { hashPassword, requirePassword } from '#server/features/account/account-password.ts';
export { companyFindings, foreignChannels, rightsSource, roleFindings } from '#server/features/account/giving.ts';
export { targetCompany } from '#server/features/account/operations/account.ts';
