/** What an account keeps to ask again (R5). */
import * as z from 'zod/mini'
import { id, milliseconds, ok } from './fields.ts'
import { shortName, template } from './requests.ts'
import { defineRoute } from './route.ts'

const keptTemplate = z.object({ _id: id, name: z.string(), changedAt: milliseconds, template })
export type KeptTemplate = z.output<typeof keptTemplate>
const templateBody = z.object({ name: shortName, template })

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/api/requestTemplates',
  who: 'user',
  scope: 'requests',
  summary: 'What the caller has kept to ask again',
  reply: z.object({ templates: z.array(keptTemplate) }),
  errors: ['signedOut'],
})
/** One of the same name takes its place. */
export const saveTemplate = defineRoute({
  method: 'POST',
  path: '/api/requestTemplates',
  who: 'user',
  scope: 'requests',
  summary: 'Keep what a request asks, by a name',
  body: templateBody,
  reply: keptTemplate,
  errors: ['invalidInput', 'signedOut', 'tooManyTemplates'],
})
export const deleteTemplate = defineRoute({
  method: 'DELETE',
  path: '/api/requestTemplates/:templateId',
  who: 'user',
  scope: 'requests',
  summary: 'Delete a template; requests made by it stay',
  params: z.object({ templateId: id }),
  reply: ok,
  errors: ['invalidInput', 'signedOut', 'notYours'],
})
