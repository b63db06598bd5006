import { Readable } from 'node:stream'
import { contactsLimits } from '@sampan/contract/limits'
import * as contract from '@sampan/contract/routes/contacts'
import type { FastifyInstance } from 'fastify'
import { emailListBytes, idListBytes } from '../../http/body-sizes.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { noteTaken } from '../team-log/index.ts'
import * as change from './change-contacts.ts'
import { exportContacts } from './export-contacts.ts'
import * as groups from './groups.ts'
import { importContacts, knownContacts } from './import-contacts.ts'
import * as queries from './queries.ts'
import { contactHistory, listContacts, suggestContacts } from './read-contacts.ts'

const manyIds = { bodyLimitBytes: idListBytes }
const importBytes = { bodyLimitBytes: () => contactsLimits.importBytes }

export function contactRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.listContacts, ({ actor, query }) => listContacts(services, actor, query))
  serveRoute(app, context, contract.suggestContacts, ({ actor, query }) => suggestContacts(services, actor, query.search))
  serveRoute(app, context, contract.addContact, ({ actor, body }) => change.addContact(services, actor, body))
  serveRoute(app, context, contract.changeContact, ({ actor, params, body }) =>
    change.changeContact(services, actor, params.contactId, body),
  )
  serveRoute(app, context, contract.deleteContact, ({ actor, params }) => change.deleteContact(services, actor, params.contactId))
  serveRoute(
    app,
    context,
    contract.deleteContacts,
    async ({ actor, body }) => ({ deleted: await queries.deleteContacts(services.db, actor.ownerId, body.contactIds) }),
    manyIds,
  )
  serveRoute(
    app,
    context,
    contract.mergeContacts,
    ({ actor, params, body }) => change.mergeContacts(services, actor, params.contactId, body.contactIds),
    manyIds,
  )
  serveRoute(app, context, contract.contactHistory, ({ actor, params, query }) =>
    contactHistory(services, actor, params.contactId, query.skip),
  )
  fileRoutes(app, context, services)
  groupRoutes(app, context, services)
}

function fileRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.importContacts, ({ actor, body }) => importContacts(services, actor, body), importBytes)
  serveRoute(app, context, contract.knownContacts, ({ actor, body }) => knownContacts(services, actor, body.emails), {
    bodyLimitBytes: emailListBytes,
  })
  serveRoute(app, context, contract.exportContacts, async ({ actor, query, reply }) => {
    const { type, name, texts } = await exportContacts(services, actor, query)
    await noteTaken(services, actor, 'exported', name)
    reply.headers({
      'cache-control': 'private, no-store',
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    })
    await reply.send(Readable.from(texts))
  })
}

function groupRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.addGroup, ({ actor, body }) => groups.addGroup(services, actor, body.name))
  serveRoute(app, context, contract.renameGroup, ({ actor, params, body }) =>
    groups.renameGroup(services, actor, params.groupId, body.name),
  )
  serveRoute(app, context, contract.deleteGroup, ({ actor, params }) => groups.deleteGroup(services, actor, params.groupId))
  serveRoute(
    app,
    context,
    contract.changeMembers,
    ({ actor, params, body }) => groups.changeMembers(services, actor, params.groupId, body),
    manyIds,
  )
}
