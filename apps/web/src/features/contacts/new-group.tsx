import { Button } from '@mantine/core'
import { contactsLimits } from '@sampan/contract/limits'
import { addGroup, type ContactGroup } from '@sampan/contract/routes/contacts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './windows.module.css'

/** A name that is there already is that group. */
export function NewGroup({ onMade }: { onMade: (group: ContactGroup) => void }) {
  const { t } = useTranslation('contacts')
  const problemText = useProblemText()
  const [name, setName] = useState('')
  const { problem, isAsking, ask } = useAsking()
  async function make(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    await ask(async () => {
      const { group } = await api.call(addGroup, { body: { name } })
      setName('')
      onMade(group)
    })
  }
  return (
    <form className={classes.newGroup} onSubmit={make}>
      <TextField
        label={t('groupName')}
        autoComplete="off"
        maxLength={contactsLimits.groupNameChars}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem !== null && problemText(problem)}
      />
      <Button type="submit" variant="default" h={48} loading={isAsking} disabled={!name.trim()}>
        {t('groupAdd')}
      </Button>
    </form>
  )
}
