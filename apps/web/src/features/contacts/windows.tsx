import { AskDelete } from './ask-delete.tsx'
import { ContactForm } from './contact-form.tsx'
import { Groups } from './groups.tsx'
import { ImportWindow } from './import-window.tsx'
import { MergeWindow } from './merge-window.tsx'
import { PutWindow } from './put-window.tsx'
import { type ContactPage, useRefreshContacts } from './queries.ts'
import { ShowContact } from './show-contact.tsx'
import type { Window } from './window.ts'

type Props = {
  shown: Window
  page: ContactPage | undefined
  sendPath: string
  onOpen: (window: Window | null) => void
  onReport: (text: string) => void
  /** What was chosen may be no more. */
  onGone: () => void
  onGroupGone: (groupId: string) => void
}

export function Windows({ shown, page, sendPath, onOpen, onReport, onGone, onGroupGone }: Props) {
  const refresh = useRefreshContacts()
  const close = () => onOpen(null)
  const groups = page?.groups ?? []
  const done = (text: string) => {
    close()
    onGone()
    if (text) onReport(text)
    void refresh()
  }
  switch (shown.kind) {
    case 'add':
      return <ContactForm groups={groups} onDone={() => done('')} onClose={close} />
    case 'edit':
      return <ContactForm contact={shown.contact} groups={groups} onDone={() => done('')} onClose={close} />
    case 'show':
      return <ShowContact contact={shown.contact} sendPath={sendPath} onOpen={onOpen} onClose={close} />
    case 'delete':
      return <AskDelete chosen={shown.chosen} onDone={done} onClose={close} />
    case 'merge':
      return <MergeWindow chosen={shown.chosen} onDone={done} onClose={close} />
    case 'put':
      return <PutWindow chosen={shown.chosen} groups={groups} onDone={done} onClose={close} />
    case 'groups':
      return <Groups groups={groups} onGone={onGroupGone} onClose={close} />
    case 'import':
      return <ImportWindow page={page} onDone={() => void refresh()} onClose={close} />
  }
}
