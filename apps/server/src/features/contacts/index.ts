/** Whom an account sends to (T6, Q19): kept by itself, from sendings, or from a file; in groups; suggested while typing. */
export { contactsAmong, correctContact, keepRecipients } from './keep-recipients.ts'
export { contactOfAddress, countContacts } from './queries.ts'
export { contactsForCopy, groupsForCopy } from './queries-copy.ts'
export { contactRoutes } from './routes.ts'
