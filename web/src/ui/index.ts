export { Badge, MoneyBadge } from './Badge.tsx';
export { Button, ButtonLink, ButtonRow, IconButton } from './Button.tsx';
export type { ButtonVariant } from './Button.tsx';
export { RadioCard, RadioPick, Switch, Tick, TickField } from './choices.tsx';
export type { PickOption } from './choices.tsx';
export { Combobox } from './Combobox.tsx';
export type { ComboOption } from './Combobox.tsx';
export { Dialog } from './Dialog.tsx';
export { DraftNote } from './DraftNote.tsx';
export { Docket } from './Docket.tsx';
export { Empty, Skeleton, SkeletonLine, SkeletonList } from './Empty.tsx';
export { ErrorSummary } from './ErrorSummary.tsx';
export type { FieldProblem } from './ErrorSummary.tsx';
export { Facts, Lines, Stat, Steps } from './facts.tsx';
export type { Fact } from './facts.tsx';
export { Field, FieldGroup, useControl } from './Field.tsx';
export { FilterButtons } from './FilterButtons.tsx';
export type { FilterItem } from './FilterButtons.tsx';
export { FileDrop, FileRow } from './FileDrop.tsx';
export { Icon } from './Icon.tsx';
export type { IconName } from './Icon.tsx';
export {
  CodeInput,
  DateInput,
  InputBox,
  PasswordInput,
  SearchInput,
  Select,
  TextArea,
  TextInput,
} from './inputs.tsx';
export type { Option } from './inputs.tsx';
export { Columns, Rule, Sheet, StickyBar, TwoColumns } from './layout.tsx';
export { RadioListDialog, SearchableListDialog } from './listDialogs.tsx';
export type { ListItem } from './listDialogs.tsx';
export { LoadMore, type PagedList } from './LoadMore.tsx';
export { Logo } from './Logo.tsx';
export { Menu } from './Menu.tsx';
export { MoneyBar } from './MoneyBar.tsx';
export type { MoneyBarPart } from './MoneyBar.tsx';
export { MoneyInput, RupeeInput } from './MoneyInput.tsx';
export type { MoneyState } from './moneyStates.ts';
export { NeedsInternet, Note, OfflineNote } from './Note.tsx';
export { OtpInput } from './OtpInput.tsx';
export { PassbookCover, PassbookTable } from './Passbook.tsx';
export type { PassbookEntry } from './Passbook.tsx';
export { Path } from './Path.tsx';
export type { PathStop } from './Path.tsx';
export { Preferences } from './Preferences.tsx';
export { Mark, VerifiedMark } from './Mark.tsx';
export { Avatar, Person, Rating } from './people.tsx';
export { Mile, Rail } from './Rail.tsx';
export { Row, Rows } from './rows.tsx';
export { LoadError, Screen } from './Screen.tsx';
export type { ScreenData } from './Screen.tsx';
export { SkillList } from './SkillList.tsx';
export { SkillsInput } from './SkillsInput.tsx';
export { Stone } from './Stone.tsx';
export { SubmitButton } from './SubmitButton.tsx';
export { Tabs } from './Tabs.tsx';
export type { TabItem } from './Tabs.tsx';
export { TermGlyph } from './TermGlyph.tsx';
export { ToastRegion } from './ToastRegion.tsx';
