import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--fg)', backgroundColor: 'var(--bg)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--fg)', padding: '8px 0 40vh' },
  '&.cm-readonly .cm-content': { paddingBottom: '8px' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--fg-2)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 12px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--sel)', outline: '1px solid var(--line-2)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg)', border: '1px solid var(--line-2)', borderRadius: '6px', color: 'var(--fg)', boxShadow: 'var(--shadow)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete ul li': { padding: '2px 8px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--sel)', color: 'var(--fg)' },
  '.cm-completionDetail': { color: 'var(--fg-2)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '6px 10px', maxWidth: '360px', fontFamily: 'var(--font)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--accent)' },
  '.cm-tooltip-lint': { fontFamily: 'var(--font)' },
  '.cm-diagnostic': { padding: '4px 10px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--st-bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--st-warn)' },
  '.cm-panels': { backgroundColor: 'var(--bg-2)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--bg)', borderColor: 'var(--line-2)', color: 'var(--fg)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--bg-3)', borderColor: 'var(--line-2)', color: 'var(--fg)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--st-warn) 40%, transparent)' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--st-ok) 14%, transparent) !important' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--st-ok) 30%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--st-bad) 12%, transparent) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'color-mix(in srgb, var(--st-bad) 28%, transparent) !important' },
  '.cm-collapsedLines': { background: 'var(--bg-2) !important', color: 'var(--fg-2)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···" !important' },
})

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)' },
  { tag: [tags.typeName, tags.keyword, tags.labelName], color: 'var(--code-type)' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--fg-2)' },
])

export const theme = [look, syntaxHighlighting(colours)]
