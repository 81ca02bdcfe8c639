import { useDispatch, useSelector } from 'react-redux';
import type { RootState } from '../data/store/rootReducer.ts';
import type { AppDispatch } from './store.ts';

/** The only useSelector and useDispatch of the app, so that every selector is checked against the real state. */
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
