export { LineList as AddressRules } from '#widgets/line-list.tsx';
