"""Operations: who may ask how much, what every answer carries, what is logged, and how the server is watched."""
