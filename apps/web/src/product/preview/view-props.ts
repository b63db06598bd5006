import type { PreviewKind } from '@sampan/contract/rules/preview-kind'
import type { Fault } from './fault.ts'
import type { PreviewFile } from './preview-file.ts'

/** What each way of showing a file takes; they stay the same for as long as that file is shown. */
export type ViewProps = {
  file: PreviewFile
  kind: PreviewKind
  onShown: () => void
  onFail: (fault: Fault) => void
}

/** 1 is as large as fits. */
export type ZoomProps = { zoom: number; onZoom: (zoom: number) => void }

/** Tells at which zoom a picture has its own size. */
export type OnFull = (zoom: number) => void

export const zooms = { min: 1, max: 8, step: 1.5, click: 2.5 } as const
export const withinZooms = (zoom: number): number => Math.min(zooms.max, Math.max(zooms.min, zoom))
