/** The product's colours for mails, where no style variables exist: [light, dark]. */
export const colors = {
  paper: ['#FAF7F1', '#0E1820'],
  surface: ['#FFFFFF', '#15222C'],
  sunken: ['#F3EEE4', '#0B131A'],
  line: ['#E6DFD1', '#263642'],
  ink: ['#13212E', '#EEF2F3'],
  inkSoft: ['#4A5967', '#B4C1C9'],
  lacquer: ['#C8351F', '#F0654E'],
  onLacquer: ['#FFFFFF', '#1B0D0A'],
  jade: ['#0E7466', '#4CC2AE'],
} as const

export const textFonts =
  '-apple-system,BlinkMacSystemFont,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",Roboto,Arial,sans-serif'
export const displayFonts = 'Georgia,"Noto Serif CJK SC","Songti SC",SimSun,serif'
export const codeFonts = 'ui-monospace,Menlo,Consolas,"Courier New",monospace'

/** For programs that honour it; the others show the light colours, which stand in each element. */
export const darkStyle = (button: string, onButton: string): string => `@media (prefers-color-scheme: dark) {
.m-paper{background:${colors.paper[1]}!important}
.m-surface{background:${colors.surface[1]}!important;border-color:${colors.line[1]}!important}
.m-sunken{background:${colors.sunken[1]}!important;border-color:${colors.line[1]}!important}
.m-line{border-color:${colors.line[1]}!important}
.m-ink{color:${colors.ink[1]}!important}
.m-soft{color:${colors.inkSoft[1]}!important}
.m-link{color:${colors.jade[1]}!important}
.m-button{background:${button}!important}
.m-button a{color:${onButton}!important}
}
@media (max-width: 480px) {.m-pad{padding-left:20px!important;padding-right:20px!important}.m-edge{padding-left:8px!important;padding-right:8px!important}}`
