/** What an account keeps to ask again (R5). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { KeptTemplate } from '@sampan/contract/routes/request-templates'
import type { RequestTemplate } from '@sampan/contract/routes/requests'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries-templates.ts'

const shown = ({ id: _id, name, changedAt, template }: queries.TemplateRow): KeptTemplate => ({
  _id,
  name,
  changedAt: changedAt.getTime(),
  template,
})

export async function listTemplates({ db }: Pick<Services, 'db'>, { userId }: SignedIn) {
  return { templates: (await queries.templatesOf(db, userId)).map(shown) }
}

/** One of the same name takes its place. */
export function saveTemplate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId }: SignedIn,
  { name, template }: { name: string; template: RequestTemplate },
): Promise<KeptTemplate> {
  return inTransaction(db, async (tx) => {
    const isFull = (await queries.countOthers(tx, userId, name)) >= requestLimits.templates
    if (isFull) throw new Problem('tooManyTemplates', { limit: requestLimits.templates })
    return shown(await queries.keepTemplate(tx, { userId, name, template, changedAt: clock() }))
  })
}

export async function deleteTemplate({ db }: Pick<Services, 'db'>, { userId }: SignedIn, id: string): Promise<void> {
  if (!(await queries.deleteTemplate(db, userId, id))) throw new Problem('notYours')
}
