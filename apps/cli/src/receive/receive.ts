/** `receive`: what a link holds, or some of it (O7, D2). */
import { downloadIdSeconds } from '@sampan/contract/limits'
import { filePath } from '@sampan/contract/paths'
import type { TransferView } from '@sampan/contract/routes/downloads'
import type { Context } from '../context.ts'
import type { ReceiveWish } from '../wishes.ts'
import { bringHere, folderOf, withJournal } from './bring-here.ts'
import type { Journal } from './journal.ts'
import { readLink } from './link.ts'
import { readView } from './read-view.ts'
import type { Source } from './receive-all.ts'

/** The one of an interrupted run goes on, so that the server counts it as one download; unless it opens nothing any more. */
function downloadId(journal: Journal, { dl }: TransferView, isUnlocked: boolean): string {
  const known = journal.dl()
  const isOld = !known || Date.now() - known.at > (downloadIdSeconds * 1000) / 2
  if (dl && (isOld || isUnlocked)) journal.setDl(dl, Date.now())
  return journal.dl()?.dl ?? ''
}

export async function receive(context: Context, command: ReceiveWish): Promise<void> {
  const link = readLink(command.link, context.server)
  const folder = folderOf(context, command.into)
  const { files: wanted, isOverwriting } = command
  await withJournal(context, { ...link, folder, files: wanted, isOverwriting }, async (journal) => {
    const { view, isUnlocked } = await readView(context, link, command.password, journal.dl()?.dl ?? null)
    const dl = downloadId(journal, view, isUnlocked)
    const source: Source = {
      look: async () => (await readView(context, link, command.password, dl)).view,
      urlOf: async ({ fileId }) => link.server + filePath(link.slug, fileId, { dl, ...(link.user && { user: link.user }) }),
      zips: { link, dl },
    }
    await bringHere(context, { source, journal, folder, wanted, isOverwriting, isForgotten: true }, view)
  })
}
