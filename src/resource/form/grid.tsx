export { CardsView as Grid } from '#resource/form/cards-view.tsx';
