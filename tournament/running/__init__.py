"""The program on its machine: its data folder, its servers, networks, processes and passwords."""
