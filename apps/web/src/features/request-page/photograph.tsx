/** Paper photographed with the phone's camera: several shots become one PDF. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type PickedFile, picked } from '../../product/files/picked-file.ts'
import classes from './request-page.module.css'
import { pdfOf, type Shot, shotOf } from './shots.ts'
import slotClasses from './slots.module.css'

/** Null: given up. */
type Props = { name: string; onDone: (file: PickedFile | null) => void }

export function Photograph({ name, onDone }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [isFailed, setFailed] = useState(false)
  const [isMaking, setMaking] = useState(false)
  useEffect(() => input.current?.click(), [])
  const shown = useRef<readonly Shot[]>([])
  shown.current = shots
  useEffect(() => () => shown.current.forEach(({ address }) => void URL.revokeObjectURL(address)), [])

  async function take(list: FileList | null) {
    setFailed(false)
    try {
      const taken = await Promise.all([...(list ?? [])].map(shotOf))
      setShots((before) => [...before, ...taken.map((shot) => ({ ...shot, address: URL.createObjectURL(shot.jpeg) }))])
    } catch {
      setFailed(true)
    }
  }
  async function use() {
    setMaking(true)
    const bytes = await pdfOf(shots)
    const file = new File([bytes], `${name || t('photoName')}.pdf`, { type: 'application/pdf' })
    onDone(picked(file.name, file))
  }
  const count = shots.length
  return (
    <div className={slotClasses.drop}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      {count > 0 && (
        <ol className={slotClasses.shots}>
          {shots.map(({ address }, at) => (
            <li key={address}>
              <img src={address} alt={t('page', { number: format.number(at + 1) })} />
            </li>
          ))}
        </ol>
      )}
      {isFailed && (
        <p className={classes.refused} role="alert">
          {t('photoFailed')}
        </p>
      )}
      <p className={classes.buttons}>
        <Button variant="default" onClick={() => input.current?.click()}>
          {t(count > 0 ? 'photoNext' : 'photograph')}
        </Button>
        {count > 0 && (
          <Button loading={isMaking} onClick={() => void use()}>
            {t('photoDone', { count, number: format.number(count) })}
          </Button>
        )}
        <Button variant="subtle" onClick={() => onDone(null)}>
          {t('photoCancel')}
        </Button>
      </p>
    </div>
  )
}
