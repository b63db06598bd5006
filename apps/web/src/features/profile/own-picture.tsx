/** One's picture: chosen, cut in a window that is loaded then, and removed. */
import type { User } from '@sampan/contract/routes/accounts'
import { removePicture, setPicture } from '@sampan/contract/routes/profile'
import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { base64Of } from '../../lib/base64.ts'
import { useFormat } from '../../lib/format.ts'
import { initialsOf } from '../../lib/initials.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import type { CropProps } from './crop-dialog.tsx'
import classes from './profile.module.css'

const { load: loadCrop } = lateChunk(() => import('./crop-dialog.tsx'))
/** A browser holds it uncompressed: what is larger is no photo of a person. */
const maxBytes = 30_000_000
const kinds = ['image/png', 'image/jpeg', 'image/webp']

type Opened = { url: string; Crop: ComponentType<CropProps> }

export function OwnPicture({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [said, setSaid] = useState('')
  const [refusal, setRefusal] = useState('')
  const { problem, isAsking, ask } = useAsking()
  const close = () => {
    if (opened) URL.revokeObjectURL(opened.url)
    setOpened(null)
  }
  async function choose(file: File) {
    setSaid('')
    if (!kinds.includes(file.type)) return setRefusal(t('pictureNone'))
    if (file.size > maxBytes) return setRefusal(t('pictureLarge', { limit: format.bytes(maxBytes) }))
    setRefusal('')
    await ask(async () => {
      const { CropDialog } = await loadCrop()
      setOpened({ url: URL.createObjectURL(file), Crop: CropDialog })
    })
  }
  async function use(cut: Blob) {
    close()
    const done = await ask(async () => {
      const { user } = await api.call(setPicture, { body: { picture: await base64Of(cut) } })
      changeUser(user)
    })
    setSaid(done ? t('pictureSaved') : '')
  }
  async function remove() {
    setRefusal('')
    const done = await ask(async () => changeUser((await api.call(removePicture)).user))
    setSaid(done ? t('pictureRemoved') : '')
  }
  return (
    <>
      <div className={classes.person}>
        <Avatar size={84} initials={initialsOf(user.fullName, user.email)} picture={user.profilePic || user.logoPic} />
        <div>
          {!user.profilePic && !user.logoPic && <p className={classes.text}>{t('noPicture')}</p>}
          <div className={classes.buttons}>
            <PictureInput label={t(user.profilePic ? 'changePicture' : 'choosePicture')} isDisabled={isAsking} onFile={choose} />
            {user.profilePic && (
              <button type="button" className={classes.action} disabled={isAsking} onClick={remove}>
                {t('removePicture')}
              </button>
            )}
          </div>
        </div>
      </div>
      <p className={classes.said} role="status">
        {said}
      </p>
      {refusal ? (
        <p className={classes.problem} role="alert">
          {refusal}
        </p>
      ) : (
        <ProblemLine problem={problem} />
      )}
      {opened && (
        <opened.Crop
          url={opened.url}
          onClose={close}
          onCut={use}
          onBroken={() => {
            close()
            setRefusal(t('pictureNone'))
          }}
        />
      )}
    </>
  )
}

type InputProps = { label: string; isDisabled: boolean; onFile: (file: File) => void }

function PictureInput({ label, isDisabled, onFile }: InputProps) {
  const id = useId()
  return (
    <span>
      <input
        id={id}
        className={classes.file}
        type="file"
        accept={kinds.join(',')}
        disabled={isDisabled}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen once more.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <label htmlFor={id} className={classes.action}>
        {label}
      </label>
    </span>
  )
}
