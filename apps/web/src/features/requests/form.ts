/** What is typed into the form of a request, and what that asks of the server. Pure. */
import type { FieldCode } from '@sampan/contract/errors'
import { remindDaysDefault } from '@sampan/contract/limits'
import { type ExpiryName, expirySeconds, type Plan } from '@sampan/contract/plans'
import type { RequestDetail, RequestTemplate } from '@sampan/contract/routes/requests'
import { readAcceptedType } from '@sampan/contract/rules/accepted-types'
import { expiryName } from '@sampan/contract/rules/expiry'
import { isEmail, mergeRecipients, splitRecipients } from '@sampan/contract/rules/recipients'
import type { FieldRule } from '@sampan/contract/states'

export type DocumentForm = { key: string; id: string | null; name: string; note: string; accept: string; isRequired: boolean }
export type RequestForm = {
  sendAs: 'link' | 'email'
  emails: string
  title: string
  message: string
  documents: DocumentForm[]
  takesOtherFiles: boolean
  /** As a date field has it; empty: none. */
  dueDay: string
  graceDays: number
  expiry: ExpiryName
  remindDays: number[]
  accept: string
  maxFileMb: string
  maxFiles: string
  maxSubmissions: string
  password: string
  nameField: FieldRule
  emailField: FieldRule
  showsFiles: boolean
  notifyOnUpload: boolean
  notifyEmail: string
}
export type Wrong = Partial<Record<string, FieldCode>>

export const graceChoices = [0, 1, 3, 7, 14] as const
export const remindChoices = [-7, -3, -1, 0, 3, 7] as const
const daySeconds = 86_400
const mb = 1_000_000

export const newForm = (defaults: Partial<RequestForm> = {}): RequestForm => ({
  sendAs: 'link',
  emails: '',
  title: '',
  message: '',
  documents: [],
  takesOtherFiles: true,
  dueDay: '',
  graceDays: 3,
  expiry: 'week',
  remindDays: [...remindDaysDefault],
  accept: '',
  maxFileMb: '',
  maxFiles: '',
  maxSubmissions: '',
  password: '',
  nameField: 'optional',
  emailField: 'required',
  showsFiles: false,
  notifyOnUpload: true,
  notifyEmail: '',
  ...defaults,
})

const text = (value: number | null): string => (value === null ? '' : String(value))
const listed = (accept: readonly string[]): string => accept.join(', ')

/** What a template, or a request, asks. */
export const askedIn = (asked: RequestTemplate | (RequestDetail['request'] & Pick<RequestDetail, 'documents'>)) => ({
  title: asked.title,
  message: asked.message,
  documents: asked.documents.map(({ _id, name, note, accept, isRequired }, at) => ({
    ...{ key: _id ?? `kept ${at}`, id: _id ?? null, name, note, accept: listed(accept), isRequired },
  })),
  takesOtherFiles: asked.takesOtherFiles,
  accept: listed(asked.accept),
  maxFileMb: asked.maxFileBytes === null ? '' : String(asked.maxFileBytes / mb),
  maxFiles: text(asked.maxFiles),
  maxSubmissions: text(asked.maxSubmissions),
  nameField: asked.nameField,
  emailField: asked.emailField,
  showsFiles: asked.showsFiles,
  remindDays: [...asked.remindDays],
  graceDays: Math.round(asked.graceSeconds / daySeconds),
})

/** The end of the day in the time of whoever asks. */
const dueOf = (day: string): number | null => (day ? new Date(`${day}T23:59:59`).getTime() : null)
const dayOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

export const formOf = ({ request, documents }: RequestDetail): RequestForm =>
  newForm({
    ...askedIn({ ...request, documents }),
    sendAs: request.sendAs,
    dueDay: request.dueAt === null ? '' : dayOf(request.dueAt),
    notifyOnUpload: request.notifyOnUpload,
    notifyEmail: request.notifyEmail ?? '',
  })

export const emailsIn = ({ emails }: Pick<RequestForm, 'emails'>): string[] => mergeRecipients([], splitRecipients(emails))
export const wrongEmail = ({ emails }: Pick<RequestForm, 'emails'>): string | null =>
  emails.split(/[\s,;]+/).find((word) => word && !isEmail(word.toLowerCase())) ?? null

const words = (accept: string): string[] => accept.split(/[,;\s]+/).filter(Boolean)
const typesIn = (accept: string): string[] => words(accept).map((word) => readAcceptedType(word) ?? word)
const isWrongTypes = (accept: string): boolean => words(accept).some((word) => readAcceptedType(word) === null)
const numberIn = (typed: string): number | null => (typed.trim() ? Number(typed) : null)
const isWrongNumber = (typed: string): boolean => typed.trim() !== '' && !(Number.isInteger(Number(typed)) && Number(typed) > 0)
const isWrongSize = (typed: string): boolean => typed.trim() !== '' && !(Number(typed) > 0)

export function wrongIn(form: RequestForm, isNew: boolean): Wrong {
  const wrong: Wrong = {}
  if (isNew && form.sendAs === 'email' && emailsIn(form).length === 0) wrong.emails = 'required'
  if (isNew && form.sendAs === 'email' && wrongEmail(form)) wrong.emails = 'invalidEmail'
  for (const { key, name, accept } of form.documents) {
    if (!name.trim()) wrong[`name ${key}`] = 'required'
    if (isWrongTypes(accept)) wrong[`accept ${key}`] = 'invalid'
  }
  if (isWrongTypes(form.accept)) wrong.accept = 'invalid'
  if (isWrongSize(form.maxFileMb)) wrong.maxFileMb = 'invalid'
  if (isWrongNumber(form.maxFiles)) wrong.maxFiles = 'invalid'
  if (isWrongNumber(form.maxSubmissions)) wrong.maxSubmissions = 'invalid'
  if (form.password && [...form.password].length < 6) wrong.password = 'passwordTooShort'
  if (form.notifyEmail.trim() && !isEmail(form.notifyEmail.trim().toLowerCase())) wrong.notifyEmail = 'invalidEmail'
  return wrong
}

/** Also what a template keeps. */
export const askedBody = (form: RequestForm) => ({
  title: form.title.trim(),
  message: form.message,
  documents: form.documents.map(({ id, name, note, accept, isRequired }) => ({
    ...(id && { _id: id }),
    ...{ name: name.trim(), note: note.trim(), accept: typesIn(accept), isRequired },
  })),
  takesOtherFiles: form.takesOtherFiles,
  accept: typesIn(form.accept),
  maxFileBytes: form.maxFileMb.trim() ? Math.round(Number(form.maxFileMb) * mb) : null,
  maxFiles: numberIn(form.maxFiles),
  maxSubmissions: numberIn(form.maxSubmissions),
  nameField: form.nameField,
  emailField: form.emailField,
  showsFiles: form.showsFiles,
  remindDays: form.remindDays,
  graceSeconds: form.graceDays * daySeconds,
})

const timesBody = (form: RequestForm) => ({
  dueAt: dueOf(form.dueDay),
  notifyOnUpload: form.notifyOnUpload,
  notifyEmail: form.notifyEmail.trim() || null,
  ...(form.password && { password: form.password }),
})

export const createBody = (form: RequestForm) => ({
  ...askedBody(form),
  ...timesBody(form),
  documents: askedBody(form).documents.map(({ name, note, accept, isRequired }) => ({ name, note, accept, isRequired })),
  sendAs: form.sendAs,
  emailTo: form.sendAs === 'email' ? emailsIn(form).map((email) => ({ email })) : [],
  expirySeconds: expirySeconds[form.expiry],
})

export const changeBody = (form: RequestForm) => ({ ...askedBody(form), ...timesBody(form) })

/** What a plan does not hold falls back to what it does. */
export const expiryIn = (seconds: number | undefined, plan: Plan): ExpiryName => {
  const name = seconds === undefined ? undefined : expiryName(seconds)
  return name && plan.expiries.includes(name) ? name : 'week'
}
