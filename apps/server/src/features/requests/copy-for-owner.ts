/** What a copy of an account's data has of its file requests (A5). The files themselves are among its transfers. */
import type { Db } from '../../db/connect.ts'
import { documentsOf, requestsOfOwner } from './queries.ts'
import { examplesOf } from './queries-examples.ts'
import { noticeAddressesOf } from './queries-notices.ts'
import { messagesForCopy, sentFilesForCopy } from './queries-submissions.ts'
import { commentsOfRequest, suppliersOf } from './queries-suppliers.ts'
import { templatesOf } from './queries-templates.ts'
import { bySupplier } from './slots.ts'

export async function requestsForCopy(db: Db, ownerId: string, now: Date) {
  const copied = []
  for (const { id, ownerId: _, authorId: __, passwordHash, requestKey: ___, ...request } of await requestsOfOwner(
    db,
    ownerId,
    now,
  )) {
    const examples = await examplesOf(db, id)
    const people = await suppliersOf(db, id)
    const [files, messages] = [await sentFilesForCopy(db, id, now), await messagesForCopy(db, id, now)]
    const theirs = {
      files: bySupplier(files),
      messages: bySupplier(messages),
      comments: bySupplier(await commentsOfRequest(db, id)),
    }
    copied.push({
      ...request,
      isDeleted: request.deletedAt !== null,
      hasPassword: passwordHash !== null,
      documents: (await documentsOf(db, id)).map(({ id: documentId, name, note, accept, isRequired }) => ({
        ...{ name, note, accept, isRequired },
        example: examples.get(documentId)?.path ?? null,
      })),
      suppliers: people.map(({ id: supplierId, email, name, company, mailState, mailedAt, remindedAt, openedAt }) => ({
        ...{ email, name, company, mailState, mailedAt, remindedAt, openedAt },
        files: (theirs.files.get(supplierId) ?? []).map(({ path, size, receivedAt, decision, reason, transferSlug }) => ({
          ...{ path, size, receivedAt, decision, reason, transferSlug },
        })),
        messages: (theirs.messages.get(supplierId) ?? []).map(({ text, at }) => ({ text, at })),
        comments: (theirs.comments.get(supplierId) ?? []).map(({ by, text, at, isWithdrawal }) => ({
          ...{ by, text, at, isWithdrawal },
        })),
      })),
    })
  }
  return copied
}

export const templatesForCopy = async (db: Db, userId: string) =>
  (await templatesOf(db, userId)).map(({ name, template, changedAt }) => ({ name, template, changedAt }))

export const noticeAddressesForCopy = (db: Db, userId: string) => noticeAddressesOf(db, userId)
