/** Whom an account sends to (T6, Q19). Everything is the caller's own. */
import * as z from 'zod/mini'
import { contactsLimits, pageRows, searchMaxChars } from '../limits.ts'
import { mailStates } from '../states.ts'
import { email, id, language, milliseconds, ok, textUpTo, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'

const { nameChars, noteChars, importRows, groupNameChars } = contactsLimits

export const contactSorts = ['recent', 'name', 'email', 'newest'] as const
export type ContactSort = (typeof contactSorts)[number]

const contact = z.object({
  _id: id,
  email: z.string(),
  /** Of contacts that were merged into this one. */
  otherEmails: z.array(z.string()),
  name: z.string(),
  company: z.string(),
  note: z.string(),
  /** Of the mails that go there; null: that of whoever sends. */
  language: z.nullable(language),
  groupIds: z.array(id),
  timesSent: z.int(),
  lastSentAt: z.nullable(milliseconds),
})
export type Contact = z.output<typeof contact>

const group = z.object({ _id: id, name: z.string(), count: z.int() })
export type ContactGroup = z.output<typeof group>

const text = {
  name: z._default(textUpTo(nameChars), ''),
  company: z._default(textUpTo(nameChars), ''),
  note: z._default(textUpTo(noteChars), ''),
}
const ownLanguage = z.optional(z.nullable(language))
const groupIds = z.array(id).check(z.maxLength(contactsLimits.groups, 'tooLong'))
const someIds = z.array(id).check(z.minLength(1, 'required'), z.maxLength(importRows, 'tooLong'))
const search = z.optional(textUpTo(searchMaxChars))
const errors = ['invalidInput', 'signedOut', 'notYours'] as const

export const listContacts = defineRoute({
  method: 'GET',
  path: '/api/contacts',
  who: 'user',
  scope: 'contacts',
  summary: 'The caller’s contacts, page by page',
  query: z.object({
    /** Part of a name, company, address or note. */
    search,
    group: z.optional(id),
    sort: z._default(z.enum(contactSorts), 'recent'),
    skip: z._default(wholeNumber(0, 1_000_000), 0),
    limit: z._default(wholeNumber(0, pageRows.max), pageRows.first),
  }),
  reply: z.object({
    contacts: z.array(contact),
    /** How many fit search and group. */
    matchCount: z.int(),
    allCount: z.int(),
    /** The plan's; null: as many as one likes (K2). */
    most: z.nullable(z.int()),
    groups: z.array(group),
  }),
  errors,
})

export const addContact = defineRoute({
  method: 'POST',
  path: '/api/contacts',
  who: 'user',
  scope: 'contacts',
  summary: 'Add a contact; the same again changes nothing',
  body: z.object({ email, ...text, language: ownLanguage, groupIds: z._default(groupIds, []) }),
  reply: z.object({ contact }),
  errors: [...errors, 'contactTwice', 'contactsFull'],
})

export const changeContact = defineRoute({
  method: 'PATCH',
  path: '/api/contacts/:contactId',
  who: 'user',
  scope: 'contacts',
  summary: 'Change a contact: what is given takes the place of what was there',
  params: z.object({ contactId: id }),
  body: z.object({
    email: z.optional(email),
    name: z.optional(textUpTo(nameChars)),
    company: z.optional(textUpTo(nameChars)),
    note: z.optional(textUpTo(noteChars)),
    language: ownLanguage,
    groupIds: z.optional(groupIds),
  }),
  reply: z.object({ contact }),
  errors: [...errors, 'contactTwice'],
})

export const deleteContact = defineRoute({
  method: 'DELETE',
  path: '/api/contacts/:contactId',
  who: 'user',
  scope: 'contacts',
  summary: 'Delete a contact; transfers to it stay',
  params: z.object({ contactId: id }),
  reply: ok,
  errors,
})

export const deleteContacts = defineRoute({
  method: 'POST',
  path: '/api/contacts/delete',
  who: 'user',
  scope: 'contacts',
  summary: 'Delete contacts; ids that are not the caller’s (any more) are passed over',
  body: z.object({ contactIds: someIds }),
  reply: z.object({ deleted: z.int() }),
  errors,
})

/** All or nothing; the same key again tells the same and changes nothing. */
export const importContacts = defineRoute({
  method: 'POST',
  path: '/api/contacts/import',
  who: 'user',
  scope: 'contacts',
  summary: 'Add many contacts; those that are there already are filled in where they are empty',
  body: z.object({
    importKey: id,
    contacts: z.array(z.object({ email, ...text })).check(z.minLength(1, 'required'), z.maxLength(importRows, 'tooLong')),
    /** They all become members. */
    groupId: z.optional(id),
  }),
  reply: z.object({
    added: z.int(),
    known: z.int(),
    /** Beyond what the plan keeps. */
    leftOut: z.int(),
  }),
  errors,
})

/** What an import would do, of addresses alone: each that is there already. */
export const knownContacts = defineRoute({
  method: 'POST',
  path: '/api/contacts/known',
  who: 'user',
  scope: 'contacts',
  summary: 'Which of these addresses are contacts already',
  body: z.object({ emails: z.array(z.string().check(z.maxLength(320, 'tooLong'))).check(z.maxLength(importRows, 'tooLong')) }),
  reply: z.object({ known: z.array(z.string()) }),
  errors,
})

export const exportContacts = defineRoute({
  method: 'GET',
  path: '/api/contacts/export',
  who: 'user',
  scope: 'contacts',
  summary: 'All contacts, or those of a group, as CSV or vCards',
  mediaTypes: ['text/csv', 'text/vcard'],
  query: z.object({ format: z.enum(['csv', 'vcard']), group: z.optional(id) }),
  reply: 'bytes',
  errors,
})

export const mergeContacts = defineRoute({
  method: 'POST',
  path: '/api/contacts/:contactId/merge',
  who: 'user',
  scope: 'contacts',
  summary: 'Make contacts one: this one stays, has their groups and history, and answers to their addresses too',
  params: z.object({ contactId: id }),
  body: z.object({ contactIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(contactsLimits.merged, 'tooLong')) }),
  reply: z.object({ contact }),
  errors,
})

const sentTransfer = z.object({
  slug: z.string(),
  title: z.string(),
  fileName: z.string(),
  fileNumber: z.int(),
  dateSent: milliseconds,
  email: z.string(),
  state: z.enum(mailStates),
  openedAt: z.nullable(milliseconds),
  downloadedAt: z.nullable(milliseconds),
})
export type SentTransfer = z.output<typeof sentTransfer>

export const contactHistory = defineRoute({
  method: 'GET',
  path: '/api/contacts/:contactId/history',
  who: 'user',
  scope: 'contacts',
  summary: 'The caller’s transfers to a contact, newest first',
  params: z.object({ contactId: id }),
  query: z.object({ skip: z._default(wholeNumber(0, 1_000_000), 0) }),
  reply: z.object({ transfers: z.array(sentTransfer), count: z.int() }),
  errors,
})

export const suggestContacts = defineRoute({
  method: 'GET',
  path: '/api/contacts/suggest',
  who: 'user',
  scope: 'contacts',
  summary: 'Contacts and groups that fit what is being typed, those sent to most first',
  query: z.object({ search: textUpTo(searchMaxChars) }),
  reply: z.object({
    contacts: z.array(z.object({ email: z.string(), name: z.string(), company: z.string() })),
    groups: z.array(z.object({ _id: id, name: z.string(), emails: z.array(z.string()) })),
  }),
  errors,
})

const groupName = z.pipe(
  z.pipe(
    textUpTo(groupNameChars),
    z.transform((name: string) => name.trim()),
  ),
  z.string().check(z.minLength(1, 'required')),
)

export const addGroup = defineRoute({
  method: 'POST',
  path: '/api/contact-groups',
  who: 'user',
  scope: 'contacts',
  summary: 'Make a group; the same name again tells the group that is there',
  body: z.object({ name: groupName }),
  reply: z.object({ group }),
  errors: [...errors, 'tooManyGroups'],
})

export const renameGroup = defineRoute({
  method: 'PATCH',
  path: '/api/contact-groups/:groupId',
  who: 'user',
  scope: 'contacts',
  summary: 'Call a group something else',
  params: z.object({ groupId: id }),
  body: z.object({ name: groupName }),
  reply: z.object({ group }),
  errors: [...errors, 'groupTwice'],
})

export const deleteGroup = defineRoute({
  method: 'DELETE',
  path: '/api/contact-groups/:groupId',
  who: 'user',
  scope: 'contacts',
  summary: 'Delete a group; its contacts stay',
  params: z.object({ groupId: id }),
  reply: ok,
  errors,
})

/** Contacts that are not the caller's are passed over. */
export const changeMembers = defineRoute({
  method: 'POST',
  path: '/api/contact-groups/:groupId/members',
  who: 'user',
  scope: 'contacts',
  summary: 'Put contacts into a group, or take them out',
  params: z.object({ groupId: id }),
  body: z.object({ contactIds: someIds, isMember: z.boolean() }),
  reply: z.object({ group }),
  errors,
})
