/** Single keys that do something anywhere in the logged-in area; whoever is hindered by them turns them off (WCAG 2.1.4). */
import { Button } from '@mantine/core'
import {
  dashAnalyticsPath,
  dashContactsPath,
  dashPath,
  dashRequestsPath,
  dashSendPath,
  dashTransfersPath,
} from '@sampan/contract/paths'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../ui/dialog.tsx'
import classes from './dash-shell-keys.module.css'

const switchName = 'keys'

function readSwitch(): boolean {
  try {
    return localStorage.getItem(switchName) !== 'off'
  } catch {
    return true
  }
}

function writeSwitch(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(switchName)
    else localStorage.setItem(switchName, 'off')
  } catch {}
}

/** Keys belong to what is being typed into, and to what lies over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (document.querySelector('[role=dialog]')) return true
  return (
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
  )
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')
  search?.focus()
  search?.select()
  return search !== null
}

/** After a g. */
const places: Record<string, string> = {
  h: dashPath,
  t: dashTransfersPath,
  r: dashRequestsPath,
  a: dashAnalyticsPath,
  c: dashContactsPath,
}
/** A g goes somewhere with the key that follows this soon. */
const afterGoMs = 1500

type Keys = { isPaused: boolean; onHelp: () => void }

export function useDashKeys(keys: Keys) {
  const navigate = useNavigate()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    const acts: Record<string, () => boolean | void> = {
      '/': focusSearch,
      n: () => void navigate(dashSendPath),
      '?': () => latest.current.onHelp(),
      g: () => {
        wentAt = Date.now()
      },
    }
    const press = (event: KeyboardEvent) => {
      if (latest.current.isPaused || isTaken(event) || !readSwitch()) return
      const place = Date.now() - wentAt < afterGoMs ? places[event.key] : undefined
      wentAt = Number.NEGATIVE_INFINITY
      const act = place ? () => void navigate(place) : acts[event.key]
      if (act && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

const keys = [
  [['Ctrl', 'K'], 'keyPalette'],
  [['/'], 'keySearch'],
  [['n'], 'keyNew'],
  [['g', 'h'], 'keyHome'],
  [['g', 't'], 'keyTransfers'],
  [['g', 'r'], 'keyRequests'],
  [['g', 'a'], 'keyAnalytics'],
  [['g', 'c'], 'keyContacts'],
  [['↑', '↓'], 'keyRows'],
  [['Space'], 'keySelect'],
  [['Del'], 'keyDelete'],
  [['Esc'], 'keyClose'],
  [['?'], 'keyHelp'],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dash')
  const [isOn, setOn] = useState(readSwitch)
  const change = (next: boolean) => {
    setOn(next)
    writeSwitch(next)
  }
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map(([strokes, text]) => (
          <div key={text}>
            <dt>
              {strokes.map((stroke) => (
                <kbd key={stroke}>{stroke}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.foot}>
        <label>
          <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
          {t('keysOn')}
        </label>
        <Button variant="default" h={44} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
